import WeftModel

/// The names that APIs give to the fields of an item, the likeliest first: the one table of them. Names compare without
/// case, `_` and `-`.
enum FieldNames {
  static let id = [
    "id", "guid", "guid.rendered", "uuid", "objectid", "_id", "nodeid", "uri", "doi", "key", "slug", "pageid", "revid",
    "itemid", "postid", "articleid", "storyid", "videoid", "urn", "identifier", "number", "iid",
  ]
  static let url = [
    "htmlurl", "weburl", "permalinkurl", "permalink", "canonicalurl", "publicurl", "url", "link", "href", "shareurl",
    "links.html", "links.html.href", "links.self.href", "links.web", "links.alternate", "links.self", "storyurl", "uri",
    "webpage", "pageurl", "articleurl", "path", "shorturl", "externalurl", "sourceurl",
  ]
  static let title = [
    "title", "title.rendered", "headline", "headline.main", "name", "fullname", "subject", "titletext", "fancytitle",
    "caption", "label", "heading", "storytitle", "displaytitle", "tagname", "summary", "question", "linkflairtext",
  ]
  static let content = [
    "contenthtml", "content.rendered", "bodyhtml", "descriptionhtml", "content", "contenttext", "body", "cooked",
    "storytext", "commenttext", "selftexthtml", "selftext", "html", "text", "message", "markdown", "raw", "description",
    "bodytext", "note",
  ]
  static let summary = [
    "summary", "excerpt.rendered", "excerpt", "abstract", "description", "subtitle", "lead", "leadparagraph", "teaser",
    "snippet", "blurb", "dek", "shortdescription", "standfirst", "intro", "trailtext", "tagline",
  ]
  static let published = [
    "datepublished", "publishedat", "published", "publishdate", "publishedon", "pubdate", "publicationdate", "dategmt",
    "firstpublishedat", "createdat", "createdutc", "created", "createdon", "createddate", "datecreated", "creationdate",
    "created.datetime", "issued.datetime", "postedat", "postdate", "dateposted", "date", "datetime", "time",
    "timestamp",
    "ts", "startdate", "releasedate", "uploadedat", "added", "addedat", "issued", "webpublicationdate", "createdati",
    "submittedat", "epoch", "posted", "displaytime",
  ]
  static let modified = [
    "datemodified", "updatedat", "updated", "modifiedgmt", "modified", "modifiedat", "lastmodified", "lastupdated",
    "updateddate", "editedat", "bumpedat", "lastpostedat", "updatedon", "lastactivityat", "lastactivitydate",
    "pushedat", "lasteditdate",
  ]
  static let image = [
    "image", "imageurl", "image.url", "bannerimage", "thumbnail", "thumbnailurl", "thumbnail.url", "thumb", "cover",
    "coverimage", "coverurl", "featuredimage", "featuredmediaurl", "jetpackfeaturedmediaurl", "previewimage", "picture",
    "photo", "photourl", "poster", "images", "images.url", "media.url", "mediaattachments.previewurl",
    "card.image", "socialimage", "imageuri", "multimedia.url", "avatarurl",
  ]
  static let language = ["language", "lang", "locale"]
  static let tags = [
    "tags", "tags.name", "tags.title", "tags.label", "taglist", "labels", "labels.name", "keywords", "keyword",
    "categories", "categories.name", "category", "category.name", "topics", "topics.name", "subjects", "section",
    "sectionname",
  ]
  /// Names of a person, and of the object around them.
  static let authors = [
    "authors.name", "author.name", "author.displayname", "author.login", "author.username", "author.title",
    "author.family", "account.displayname", "account.username", "account.acct", "user.name", "user.login",
    "user.displayname", "user.username", "owner.displayname", "owner.login", "owner.name", "creator.name",
    "creator.login", "authorname", "author", "authors", "creator", "byline", "by", "byline.original", "username",
    "displayname", "user", "nick", "postedby", "submitter", "creators.name", "artist", "publisher", "channeltitle",
  ]

  /// Objects around the fields of an item that say nothing of their own.
  static let wrappers: Set<String> = [
    "data", "node", "attributes", "source", "fields", "item", "object", "document", "snippet", "meta", "metadata",
    "post", "article", "entry", "properties",
  ]

  /// The name without case, `_`, `-` and signs.
  static func normalized(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }.map(
        Character.init))
  }
}
