/** Returns the origins that a page may call, from the `connect-src` of its Content-Security-Policy; none without one. */
export function readConnectSources(headers: Headers): readonly string[] {
  const policy = headers.get('content-security-policy') ?? ''
  return /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
}
