// Options of AppKit that are refused on purpose, because they would have no effect: docs/decisions/0030.
import { InformalMessenger } from '@portico/siwx'

export const refusedMessenger = new InformalMessenger({
  domain: 'app.example',
  uri: 'https://app.example',
  getNonce: async () => 'nonce',
  // @ts-expect-error always on: only `true` is accepted
  clearChainIdNamespace: false,
})
