/** Returns the platform of a phone or tablet by its user agent; undefined on other devices and on a server. */
export function getPhone(): 'ios' | 'android' | undefined {
  const { userAgent = '' } = globalThis.navigator ?? {}
  if (/android/i.test(userAgent)) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : undefined
}
