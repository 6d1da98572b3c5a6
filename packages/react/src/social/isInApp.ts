/** Returns whether the page is open in the browser inside another app: Telegram, Facebook, Instagram, Line, or a web view. */
export function isInApp(): boolean {
  const { userAgent } = navigator
  return (
    'TelegramWebviewProxy' in window ||
    /\bFBA[NV]\b|\bFB_IAB\b|Instagram|\bLine\/|; wv\)/.test(userAgent) ||
    (/iphone|ipad|ipod/i.test(userAgent) && !/safari\//i.test(userAgent))
  )
}
