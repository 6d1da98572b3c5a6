import type { EnvReader } from '@portico/server/process'
import type { IntroductionsConfig } from '../../infra/config/Config.ts'

/**
 * Reads the configuration of introductions. In development the gateway mails to the developer's inbox; in production its
 * mail server must be configured.
 */
export function readIntroductions({
  reader: { get, integer, serverUrl, problems },
  production,
}: {
  reader: Pick<EnvReader, 'get' | 'integer' | 'serverUrl' | 'problems'>
  production: boolean
}): IntroductionsConfig {
  const mode = get('INTRODUCTIONS') ?? 'required'
  if (!['required', 'optional'].includes(mode))
    problems.push(`INTRODUCTIONS must be required or optional; it is "${mode.slice(0, 40)}".`)
  const oneProvider = get('ONE_MAIL_PROVIDER') ?? 'no'
  if (!['yes', 'no'].includes(oneProvider))
    problems.push(`ONE_MAIL_PROVIDER must be yes or no; it is "${oneProvider.slice(0, 40)}".`)
  const isSet = get('GATEWAY_SMTP_URL') !== undefined
  const smtpUrl =
    serverUrl('GATEWAY_SMTP_URL', ['smtp:', 'smtps:']) ??
    (production ? undefined : `smtp://127.0.0.1:${integer('SMTP_PORT', 4405, 65_535)}`)
  if (production && !isSet)
    problems.push('GATEWAY_SMTP_URL must be set if WALLET_ORIGIN is: the gateway mails codes itself.')
  const mailFrom =
    get('GATEWAY_MAIL_FROM') ?? (production ? undefined : 'Portico <login@gateway.portico.localhost>')
  if (isSet && mailFrom === undefined)
    problems.push('GATEWAY_MAIL_FROM must be set if GATEWAY_SMTP_URL is: the sender address of the mails.')
  else if (mailFrom !== undefined && !/^[^\r\n]*[^\s<>@]@[^\s<>@]+>?$/.test(mailFrom))
    problems.push(
      'GATEWAY_MAIL_FROM must be an e-mail address, or a name and an address: Shop <login@shop.example>.',
    )
  return {
    smtpUrl: smtpUrl ?? '',
    mailFrom: mailFrom ?? '',
    isRequired: mode === 'required',
    // Higher outside production, as developers log in again and again.
    perDay: Math.max(1, integer('LIMIT_INTRODUCTIONS', production ? 5 : 1000, 1000)),
    allowOneMailProvider: oneProvider === 'yes',
  }
}
