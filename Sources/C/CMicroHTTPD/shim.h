#include <microhttpd.h>

/// What clients may take; see ServerLimits.
typedef struct {
  unsigned int connections;
  unsigned int connections_per_address;
  unsigned int idle_seconds;
  unsigned int connection_bytes;
} weft_mhd_limits;

/// MHD_start_daemon, which is variadic, with the callbacks that LoopbackServer needs; `address` holds the port, and
/// `certificate` and `key` are PEM texts for TLS, or null; `limits` may be null.
static inline struct MHD_Daemon *weft_mhd_start(
    unsigned int flags, const struct sockaddr *address, void *context, MHD_AccessHandlerCallback answer,
    void *(*began)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback ended,
    MHD_NotifyConnectionCallback connection, const char *certificate, const char *key, const weft_mhd_limits *limits) {
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_END, 0, NULL},
  };
  if (!certificate || !key) tls[0].option = MHD_OPTION_END;
  struct MHD_OptionItem bounds[] = {
      {MHD_OPTION_CONNECTION_LIMIT, limits ? limits->connections : 0, NULL},
      {MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits ? limits->connections_per_address : 0, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, limits ? limits->idle_seconds : 0, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits ? limits->connection_bytes : 0, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  if (!limits) bounds[0].option = MHD_OPTION_END;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, answer, context, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_URI_LOG_CALLBACK, began, context,
      MHD_OPTION_NOTIFY_COMPLETED, ended, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u, MHD_OPTION_ARRAY, tls, MHD_OPTION_ARRAY, bounds,
      MHD_OPTION_END);
}

/// MHD_get_daemon_info(MHD_DAEMON_INFO_BIND_PORT), which is variadic; 0 where it is not known.
static inline unsigned int weft_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *information = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return information ? information->port : 0;
}

/// MHD_get_connection_info(MHD_CONNECTION_INFO_CONNECTION_FD), which is variadic; -1 where it is not known.
static inline int weft_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return information ? (int)information->connect_fd : -1;
}

/// MHD_set_response_options, which is variadic: a Content-Length of ours goes out though it is wrong.
static inline void weft_mhd_allow_wrong_length(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_INSANITY_HEADER_CONTENT_LENGTH, MHD_RO_END);
}

/// MHD_get_connection_info(MHD_CONNECTION_INFO_SOCKET_CONTEXT), which is variadic.
static inline void *weft_mhd_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return information ? information->socket_context : NULL;
}

/// MHD_get_connection_info(MHD_CONNECTION_INFO_CLIENT_ADDRESS), which is variadic; null where it is not known.
static inline const struct sockaddr *weft_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return information ? information->client_addr : NULL;
}
