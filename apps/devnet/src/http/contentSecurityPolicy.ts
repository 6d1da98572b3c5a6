/**
 * Returns the content security policy of a page.
 *
 * @param formTarget URL that forms may be sent to, or be redirected to after this server: browsers check both
 */
export function contentSecurityPolicy(formTarget?: string | undefined): string {
  const target = formTarget === undefined ? '' : ` ${new URL(formTarget).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${target}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
