/// The vocabulary of the demo site: sentences with slots, so that three hundred items read differently.
enum DemoWords {
  static let subjects = [
    "the tide mill", "the lamp room", "the ferry timetable", "the seed library", "the old slipway", "the weather mast",
    "the bread oven", "the reading hall", "the oyster bed", "the signal tower", "the repair bench", "the tram depot",
    "the orchard wall", "the map cabinet", "the net loft", "the water meadow", "the bell foundry", "the salt pan",
    "the night bus", "the observatory dome",
  ]

  static let verbs = [
    "opens again", "gets a new roof", "runs on time", "is measured twice", "loses a door", "gains a garden",
    "goes electric", "stays quiet", "turns fifty", "needs volunteers", "is drawn to scale", "keeps its colour",
    "waits for spring", "moves uphill", "survives the storm", "welcomes swifts",
  ]

  static let sentences = [
    "It took a whole season before anybody noticed what {subject} had become.",
    "Two reports were written about it, and they agree on nothing but the date.",
    "Near {subject} the ground is soft, so the work was done from planks and by hand.",
    "Visitors ask for {place} first; the answer is always the same walk along the wall.",
    "What matters is not the height of the water but how long it stays.",
    "The drawings were lent by {place} and have to be back before the clocks change.",
    "Whoever wants to see {subject} should come at low tide and bring boots.",
    "For the moment a rope and a sign must do, and the sign is already faded.",
    "The first attempt failed, which was useful: now the joints are where the force is.",
    "Between {place} and the bridge there are eleven lamps, and nine of them work.",
    "A note in the logbook explains why nothing was painted on the north side.",
    "The figures for the year are in the table at the end, with last year's beside them.",
    "Rain is not the trouble here; wind is, and it comes round the corner of {subject}.",
    "The committee met at {place}, with tea, and adjourned before the tide turned.",
    "A second pair of hands would halve the time, and a third would only get in the way.",
    "Some of it can be kept, some of it can be copied, and one beam can only be remembered.",
    "The timetable changes on Monday; the printed one in {place} is still the old one.",
    "We measured again in the evening, when the sun no longer warms the iron.",
    "It is cheaper to mend than to replace, provided that it is mended every year.",
    "The swifts came back on the same day as last year, give or take a breakfast.",
    "No ticket is needed, but the door is low, and the step behind it is lower.",
    "Most of the letters are about {subject}, and most of those are kind.",
  ]

  static let places = [
    "the harbour office", "the east gate", "the reading hall", "the upper lock", "the market square", "the boat shed",
    "the school garden", "the lighthouse", "the chapel yard", "the canal bank",
  ]

  static let tags = [
    "harbour", "garden", "repairs", "weather", "transport", "history", "birds", "crafts", "food", "maps", "night",
    "volunteers",
  ]

  /// Titles of special interest: other scripts, combining marks, emoji, markup; the sources take turns with them.
  static let rareTitles: [(at: Int, html: String)] = [
    (3, "潮汐水車が再び動き出す"),
    (9, "Ferry ⛴️ and lighthouse 👩🏽‍🔬 in one picture"),
    (14, "Cafe\u{301} Za\u{308}hringer: combining marks on the menu"),
    (21, "מגדלור פתוח בלילה (open at night)"),
    (27, "Salt &amp; bread: <em>a short history</em>"),
    (33, "هل يعود القارب في الربيع؟"),
    (41, "Der Fährplan für Überfahrten nach Møn"),
    (52, "한밤의 버스, 새 노선"),
    (63, "x &lt; y: when the tide table is <strong>wrong</strong>"),
    (77, "Zoë’s “quoted” title — with dashes… and a family 👨‍👩‍👧‍👦"),
    (88, "Маяк ночью"),
  ]
}
