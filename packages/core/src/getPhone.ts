/** Which phone this is; undefined on anything else, and on a server. */
export function getPhone(): 'ios' | 'android' | undefined {
  const { userAgent = '' } = globalThis.navigator ?? {}
  if (/android/i.test(userAgent)) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : undefined
}
