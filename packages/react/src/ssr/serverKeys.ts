/**
 * The storage keys that are also in cookies, those that the first paint depends on: networks, and IDs of connectors. They
 * name no account. All others stay on the device, because cookies are sent with each request.
 */
export const isServerKey = (key: string): boolean =>
  /^@appkit\/(active_caip_network_id|connection_status|connected_namespaces|(eip155|solana|bip122):(active_caip_network_id|connected_connector_id))$/.test(
    key,
  )

/** The longest value that is read from a cookie, in characters. */
export const maxValueLength = 200
