// The macros that check argument types need the option to be a constant at the call, which it is not here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// curl_easy_setopt, which is variadic, for options that take a long.
static inline CURLcode weft_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt for options that take a curl_off_t.
static inline CURLcode weft_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt for options that take a text, which curl copies.
static inline CURLcode weft_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt for options that take a pointer, which curl only keeps.
static inline CURLcode weft_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt(CURLOPT_WRITEFUNCTION) and CURLOPT_HEADERFUNCTION, with the same context.
static inline void weft_curl_set_receivers(
    CURL *handle, size_t (*body)(char *, size_t, size_t, void *), size_t (*header)(char *, size_t, size_t, void *),
    void *context) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

/// curl_easy_setopt(CURLOPT_PREREQFUNCTION): called when the connection stands and nothing was sent yet.
static inline void weft_curl_set_connected(
    CURL *handle, int (*connected)(void *, char *, char *, int, int), void *context) {
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, connected);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

/// curl_easy_getinfo, which is variadic, for values that are a long.
static inline long weft_curl_get_long(CURL *handle, CURLINFO information) {
  long value = 0;
  curl_easy_getinfo(handle, information, &value);
  return value;
}

/// curl_easy_getinfo for values that are a curl_off_t.
static inline curl_off_t weft_curl_get_size(CURL *handle, CURLINFO information) {
  curl_off_t value = 0;
  curl_easy_getinfo(handle, information, &value);
  return value;
}

/// curl_easy_getinfo for values that are a text, which lives as long as the handle is not used again.
static inline const char *weft_curl_get_text(CURL *handle, CURLINFO information) {
  char *value = NULL;
  curl_easy_getinfo(handle, information, &value);
  return value;
}

/// curl_multi_setopt, which is variadic, for options that take a long.
static inline CURLMcode weft_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// curl_share_setopt(CURLSHOPT_SHARE), which is variadic.
static inline CURLSHcode weft_curl_share_cookies(CURLSH *share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}

/// The result of a CURLMSG_DONE message, which Swift would read from a union.
static inline CURLcode weft_curl_result(const CURLMsg *message) { return message->data.result; }

/// The macro CURL_GLOBAL_DEFAULT as a function call.
static inline CURLcode weft_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
