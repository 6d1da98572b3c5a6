import { hashMailHost } from '@portico/server/mail'
import { ConfigError } from '@portico/server/process'
import type { IntroductionsConfig } from '../../../infra/config/Config.ts'
import type { VaultKeys } from '../assertions/createVaultKeys.ts'

/**
 * Checks that gateway and vault send their mails through different servers, if the vault publishes its own: one provider that
 * carries the vault's links and the gateway's codes could log in as anybody.
 *
 * @throws {ConfigError} if both use the same mail server and the operator has not accepted that.
 */
export async function refuseSharedMailHost({
  config: { smtpUrl, allowOneMailProvider },
  vaultKeys,
}: {
  config: IntroductionsConfig
  vaultKeys: Pick<VaultKeys, 'mailHost'>
}): Promise<void> {
  if (allowOneMailProvider || (await vaultKeys.mailHost()) !== hashMailHost(smtpUrl)) return
  throw new ConfigError({
    program: 'gateway',
    problems: [
      'GATEWAY_SMTP_URL is the mail server of the vault, too: whoever runs it could log in as anybody. Use another one, or accept it with ONE_MAIL_PROVIDER=yes.',
    ],
  })
}
