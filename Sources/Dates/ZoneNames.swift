/// Zone names whose offset is beyond doubt; every other name is taken as "no zone named".
///
/// RFC 822 section 5.1 names the North American ones; the European ones, Japan's and eastern Australia's stand in real
/// feeds. Names that mean several zones (IST, BST in Asia, CT) are not here: RFC 5322 section 4.3 reads an unknown name as
/// "-0000", and so do military letters, whose signs RFC 822 had the wrong way round.
enum ZoneNames {
  /// Seconds east of UTC of a packed, lower-case name.
  static func offset(_ word: UInt64) -> Int? {
    if word == gmt || word == utc { return 0 }
    for entry in table where entry.word == word { return entry.minutes * 60 }
    return nil
  }

  static let gmt = packed("gmt")
  static let utc = packed("utc")

  private static let table: [(word: UInt64, minutes: Int)] = [
    (packed("est"), -300), (packed("edt"), -240), (packed("pst"), -480), (packed("pdt"), -420),
    (packed("cst"), -360), (packed("cdt"), -300), (packed("mst"), -420), (packed("mdt"), -360),
    (packed("z"), 0), (packed("ut"), 0), (packed("cet"), 60), (packed("cest"), 120), (packed("wet"), 0),
    (packed("west"), 60), (packed("eet"), 120), (packed("eest"), 180), (packed("bst"), 60), (packed("msk"), 180),
    (packed("met"), 60), (packed("mest"), 120), (packed("mez"), 60), (packed("mesz"), 120), (packed("jst"), 540),
    (packed("kst"), 540), (packed("hkt"), 480), (packed("sgt"), 480), (packed("aest"), 600), (packed("aedt"), 660),
    (packed("acst"), 570), (packed("acdt"), 630), (packed("awst"), 480), (packed("nzst"), 720), (packed("nzdt"), 780),
    (packed("akst"), -540), (packed("akdt"), -480), (packed("hst"), -600), (packed("nst"), -210), (packed("ndt"), -150),
    (packed("sast"), 120), (packed("brt"), -180), (packed("wib"), 420),
  ]
}
