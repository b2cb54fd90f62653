import Testing

@testable import HTTPCache

@Suite struct ArchiveDocumentTests {
  private static let history = "http://purl.org/syndication/history/1.0"

  @Test(arguments: [
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:fh=\"\(history)\"><fh:archive/><title>x</title></feed>",
    "<?xml version='1.0'?>\n<rss xmlns:h='\(history)'\n><channel><h:archive /></channel></rss>",
    "<feed xmlns:fh=\"\(history)\"><fh:archive></fh:archive></feed>",
    "<feed><archive xmlns=\"\(history)\"/></feed>",
  ]) func saysSo(text: String) { #expect(ArchiveDocument.isArchive(Array(text.utf8))) }

  @Test(arguments: [
    "", "<feed/>", "<feed xmlns:fh=\"\(history)\"><title>fh:archive</title></feed>",
    "<feed xmlns:fh=\"\(history)\"><fh:complete/></feed>", "<feed xmlns:fh=\"\(history)\"><fh:archives/></feed>",
    "<feed xmlns:fh=\"\(history)\"><x:archive/></feed>", "<feed xmlns:fh=\"urn:x\"><fh:archive/></feed>",
    "<p>\(history) <archive></p>", "<feed xmlns:fh=\"\(history)\"><fh:archive", "\(history)",
  ]) func doesNot(text: String) { #expect(!ArchiveDocument.isArchive(Array(text.utf8))) }
}
