const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns the common names of the browser and the operating system in a user agent string, to show them to the owner of the
 * e-mail address. The string may be forged, so only names of these tables are returned.
 */
export function describeBrowser(userAgent: string | undefined): { browser: string; system: string } {
  const find = (table: typeof browsers) =>
    table.find(([pattern]) => pattern.test((userAgent ?? '').slice(0, 500)))?.[1] ?? 'Unknown'
  return { browser: find(browsers), system: find(systems) }
}
