import type { OnrampProviderConfig } from '../../infra/config/OnrampConfig.ts'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import type { OnrampProvider } from './OnrampProvider.ts'
import { playMoney } from './playMoney.ts'

/** Creates the configured providers, in the order of preference. Sends no request. */
export function createOnrampProviders({
  providers,
  sendJson,
}: {
  providers: readonly OnrampProviderConfig[]
  sendJson: SendJson
}): OnrampProvider[] {
  return providers.map((config) => playMoney({ ...config, sendJson }))
}
