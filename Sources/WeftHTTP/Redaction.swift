import URIs
public import WeftModel

/// The address without secrets: user information, the values of the credentials' query parameters, and values of
/// parameters whose names say that they are secret become `***`.
public func redacted(_ url: String, _ credentials: RequestCredentials = RequestCredentials()) -> String {
  redactedURL(url, parameters: credentials.secretParameterNames, values: credentials.secretTexts)
}
