import type { OnrampProviderConfig } from '../../infra/config/OnrampConfig.ts'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { coinbase } from './coinbase.ts'
import { meld } from './meld.ts'
import { moonpay } from './moonpay.ts'
import type { OnrampProvider } from './OnrampProvider.ts'
import { playMoney } from './playMoney.ts'
import { readCdpSecret } from './readCdpSecret.ts'
import { transak } from './transak.ts'
import { urlTemplate } from './urlTemplate.ts'

type Needs = { sendJson: SendJson; now: () => number }

/** Creates the configured providers, in the order of preference. Sends no request. */
export function createOnrampProviders({
  providers,
  ...needs
}: Needs & { providers: readonly OnrampProviderConfig[] }): OnrampProvider[] {
  return providers.map((config) => createProvider(config, needs))
}

function createProvider(config: OnrampProviderConfig, { sendJson, now }: Needs): OnrampProvider {
  switch (config.kind) {
    case 'coinbase': {
      const key = { id: config.keyId, privateKey: readCdpSecret(config.secret) }
      return coinbase({ key, webhookSecret: config.webhookSecret, sendJson, now })
    }
    case 'meld':
      return meld({ ...config, sendJson })
    case 'moonpay':
      return moonpay({ ...config, sendJson })
    case 'transak':
      return transak({ ...config, sendJson, now })
    case 'template':
      return urlTemplate(config)
    case 'play':
      return playMoney({ ...config, sendJson })
  }
}
