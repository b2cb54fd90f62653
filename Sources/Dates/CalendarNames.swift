/// Names of months and weekdays, lower-case and without dots, in the languages that feeds and listings are written in.
///
/// From CLDR by way of ICU 72 (wide and abbreviated, as in dates and alone): English, German, French, Spanish, Italian,
/// Portuguese, Dutch, Romanian, the Scandinavian languages, Finnish, Polish, Czech, Slovak, Hungarian, Russian,
/// Ukrainian, Turkish, Greek, Bulgarian, Catalan, Indonesian. A word that means two months is left out, so that no date
/// depends on a guess about its language.
enum CalendarNames {
  /// The month of a name, 1 to 12.
  static func month(_ word: String) -> Int? { months[word] }

  /// Whether a word names a day of the week, in any of the languages.
  static func isWeekday(_ word: String) -> Bool { weekdays.contains(word) }

  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for (index, names) in monthNames.enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) { months[String(name)] = index + 1 }
    }
    return months
  }()

  private static let weekdays = Set(weekdayNames.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let monthNames = [
    """
    ene enero gen gener gennaio ian ianuarie jan janeiro januar januari january január januára janv janvier led
    leden ledna oca ocak sty styczeń stycznia tammi tammik tammikuu tammikuuta ιαν ιανουάριος ιανουαρίου січ
    січень січня янв январь января яну януари
    """,
    """
    feb febbraio febr febrer febrero februar februari februarie february február februára fev fevereiro févr
    février helmi helmik helmikuu helmikuuta lut lutego luty úno únor února şub şubat φεβ φεβρουάριος
    φεβρουαρίου лют лютий лютого фев февр февраль февраля февруари
    """,
    """
    bře březen března maalis maalisk maaliskuu maaliskuuta maart mar marca march marec maret mars mart martie
    marts marzec marzo març março mrt mrz márc március mär märz μάρ μάρτιος μαρ μαρτίου бер березень березня мар
    март марта
    """,
    """
    abr abril apr april aprile aprilie apríl apríla avr avril dub duben dubna d’abr d’abril huhti huhtik
    huhtikuu huhtikuuta kwi kwiecień kwietnia nis nisan ápr április απρ απρίλιος απριλίου апр апрель апреля
    април кві квіт квітень квітня
    """,
    """
    kvě květen května mag maggio mai maig maio maj maja may mayo mayıs mei máj mája május touko toukok toukokuu
    toukokuuta μάι μάιος μαΐ μαΐου май мая тра трав травень травня
    """,
    """
    cze czerwca czerwiec giu giugno haz haziran iun iunie juin jun june junho juni junio juny jún júna június
    kesä kesäk kesäkuu kesäkuuta červen června čvn ιουν ιουνίου ιούν ιούνιος июн июнь июня чер черв червень
    червня юни
    """,
    """
    heinä heinäk heinäkuu heinäkuuta iul iulie juil juillet jul julho juli julio juliol july júl júla július lip
    lipca lipiec lug luglio tem temmuz července červenec čvc ιουλ ιουλίου ιούλ ιούλιος июл июль июля лип липень
    липня юли
    """,
    """
    ag ago agost agosto agu agustus août aug august augusta augusti augustus augusztus ağu ağustos d’ag d’agost
    elo elok elokuu elokuuta sie sierpień sierpnia srp srpen srpna αυγ αυγούστου αύγ αύγουστος авг август
    августа сер серп серпень серпня
    """,
    """
    eyl eylül sep sept september septembra septembre septembrie septiembre set setembre setembro settembre syys
    syysk syyskuu syyskuuta szept szeptember wrz wrzesień września zář září σεπ σεπτέμβριος σεπτεμβρίου вер
    вересень вересня сент сентябрь сентября сеп септември
    """,
    """
    d’oct d’octubre eki ekim loka lokak lokakuu lokakuuta oct october octobre octombrie octubre okt oktober
    október októbra ott ottobre out outubro paź październik października říj říjen října οκτ οκτωβρίου οκτώβριος
    жов жовт жовтень жовтня окт октомври октябрь октября
    """,
    """
    kas kasım lis listopad listopada listopadu marras marrask marraskuu marraskuuta noiembrie nov november
    novembra novembre novembro noviembre νοέ νοέμβριος νοε νοεμβρίου лис лист листопад листопада ное ноември
    нояб ноябрь ноября
    """,
    """
    ara aralık dec december decembra decembrie des desember desembre dez dezember dezembro dic dicembre
    diciembre déc décembre gru grudnia grudzień joulu jouluk joulukuu joulukuuta pro prosince prosinec δεκ
    δεκέμβριος δεκεμβρίου гру груд грудень грудня дек декабрь декабря декември
    """,
  ]

  private static let weekdayNames = """
    cmt cs csütörtök cum cuma cumartesi czw czwartek dc dg di dienstag dijous dilluns dim dimanche dimarts
    dimecres dinsdag dissabte diumenge divendres dj dl do dom domenica domingo donderdag donnerstag ds dt dum
    duminică dv fr fre fredag freitag fri friday gio giovedì hétfő jeu jeudi joi jue jueves jum jumat kam kamis
    ke kedd keskiviikko keskiviikkona la lauantai lauantaina lun lundi lunedì lunes luni lör lördag lør lørdag
    ma maanantai maanantaina maandag man mandag mar mardi martedì martes marți mer mercoledì mercredi mi mie
    miercuri min minggu mittwoch mié miércoles mo mon monday montag mån måndag ne nedeľa neděle niedz niedziela
    ons onsdag paz pazar pazartesi pe per perjantai perjantaina perşembe pi piatok piątek po pon pondelok
    pondělí poniedziałek pt pzt pá pátek péntek qua quarta qui quinta rab rabu sa sab sabato sabtu sal salı sam
    samedi samstag sat saturday seg segunda sel selasa sen senin sex sexta so sob sobota sonntag st streda
    středa su sun sunday sunnuntai sunnuntaina sze szerda szo szombat sáb sábado sâm sâmbătă sön söndag søn
    søndag ter terça thu thur thurs thursday ti tiistai tiistaina tir tirs tirsdag tis tisdag to tor tors
    torsdag torstai torstaina tue tues tuesday ut utorok vasárnap ven vendredi venerdì vie viernes vin vineri vr
    vrijdag wed wednesday weds wo woensdag wt wtorek za zaterdag zo zondag çar çarşamba út úterý čt čtvrtek śr
    środa št štvrtok δευ δευτέρα κυρ κυριακή πέμ πέμπτη παρ παρασκευή σάβ σάββατο τετ τετάρτη τρί τρίτη
    воскресенье вс вск вт вторник втр вівторок нд неделя неділя пʼятниця петък пн пнд пон понеделник понедельник
    понеділок пт птн пятница сб сбт середа ср срд среда сряда суббота субота събота четвер четверг четвъртък чт
    чтв
    """
}
