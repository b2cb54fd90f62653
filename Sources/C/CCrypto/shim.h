#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

/// The one-shot HMAC-SHA-256 (RFC 2104) of OpenSSL, which takes a key of any length; 1 where it was made.
static inline int weft_hmac_sha256(
    const void *key, size_t key_length, const unsigned char *message, size_t message_length, unsigned char *tag) {
  unsigned int length = 0;
  if (key_length > 1 << 20) return 0;
  return HMAC(EVP_sha256(), key, (int)key_length, message, message_length, tag, &length) != NULL && length == 32;
}
