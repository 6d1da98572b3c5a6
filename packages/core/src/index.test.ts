import { expect, test } from 'vitest'
import * as core from './index.ts'
import * as internal from './internal.ts'

test('behavior: exported names', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "AccountUndefinedError",
      "AdapterInUseError",
      "AdapterNotFoundError",
      "ConnectionAbandonedError",
      "ConnectorNotFoundError",
      "GatewayUrlError",
      "LastNetworkError",
      "NetworkNotFoundError",
      "NetworkUndefinedError",
      "NoAccountsError",
      "NoActiveCaipAddressError",
      "NoActiveCaipNetworkError",
      "NoConnectionClientError",
      "SIWXNotEnabledError",
      "SignInOptionsError",
      "activateNamespace",
      "addNetwork",
      "cancelConnect",
      "cancelSignIn",
      "connect",
      "createEmitter",
      "createKit",
      "createLazyConnector",
      "createSIWEConfig",
      "defineChain",
      "disconnect",
      "findNetwork",
      "formatAmount",
      "formatCurrency",
      "getCaipAddress",
      "getConnected",
      "getConnector",
      "getConnectorDetails",
      "getNetwork",
      "getNetworkId",
      "isUnsupported",
      "pollUntil",
      "removeAdapter",
      "removeNetwork",
      "signIn",
      "switchNetwork",
      "truncateAddress",
      "updateSettings",
      "watchStandardWallets",
    ]
  `)
})

test('behavior: exported names of the internal entry', () => {
  expect(Object.keys(internal).sort()).toMatchInlineSnapshot(`
    [
      "activitySign",
      "addConnectors",
      "connectLayout",
      "connectPaired",
      "defaultFeatures",
      "findInstalled",
      "getEndpoint",
      "getPhone",
      "getRecentWallets",
      "hasEmbedded",
      "isApproved",
      "mergeConnectors",
      "reduceConnection",
      "rememberWallet",
      "resolveMetadata",
      "serverAlert",
      "track",
    ]
  `)
})
