import type { SwapRouterKind } from './SwapRouter.ts'

/** The contracts of a network: its wrapped coin, and routers by kind. */
export type NetworkRouters = { wrapped?: string | undefined } & { [Kind in SwapRouterKind]?: string }

const router02 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const v2 = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'
const kyberswap = '0x6131b5fae19ea4f9d964eac0408e4408b66337b5'
const oneInch = '0x111111125421ca6dc452d289314280a0f8842a65'
const both = { kyberswap, '1inch': oneInch }
/** The wrapped coin of the networks that are built with the OP Stack. */
const wrapped = '0x4200000000000000000000000000000000000006'

/** The exchange of Portico's local chains (`npm start`). */
const local = {
  wrapped: '0x2a264f26859166c5bf3868a54593ee716aebc848',
  router02: '0x5b3120d0da5fdcba7aef87a9c3c64829c1c0d76b',
}

/**
 * The routers that are trusted to enforce a minimum, by CAIP-2 network ID. Servers cannot add any; an application can, for
 * itself. Uniswap's contracts are from `@uniswap/sdk-core` 7.19.4, the others from the providers' documentation.
 *
 * @see https://docs.uniswap.org/contracts/v3/reference/deployments/celo-deployments
 * @see https://docs.kyberswap.com/developer-guide/aggregator-api/contracts
 * @see https://github.com/1inch/limit-order-protocol
 */
export const routers: Readonly<Record<string, NetworkRouters>> = {
  'eip155:1': {
    wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    router02,
    v2: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    ...both,
  },
  'eip155:10': { wrapped, router02, v2: '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2', ...both },
  'eip155:56': {
    wrapped: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
    router02: '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2',
    v2,
    ...both,
  },
  'eip155:100': { wrapped: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', '1inch': oneInch },
  'eip155:130': {
    wrapped,
    router02: '0x73855d06de49d0fe4a9c42636ba96c62da12ff9c',
    v2: '0x284f11109359a7e1306c3e447ef14d38400063ff',
    ...both,
  },
  'eip155:137': {
    wrapped: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    router02,
    v2: '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
    ...both,
  },
  'eip155:143': {
    wrapped: '0x3bd359c1119da7da1d913d1c4d2b7c461115433a',
    router02: '0xfe31f71c1b106eac32f1a19239c9a9a72ddfb900',
    v2: '0x4b2ab38dbf28d31d467aa8993f6c2585981d6804',
  },
  'eip155:146': { wrapped: '0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38', ...both },
  'eip155:324': {
    wrapped: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
    router02: '0x99c56385dabce3e81d8499d0b8d0257abc07e8a3',
    kyberswap: '0x3f95ef3f2eaca871858dbe20a93c01daf6c2e923',
    '1inch': '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff',
  },
  'eip155:480': {
    wrapped,
    router02: '0x091ad9e2e6e5ed44c1c66db50e49a601f9f36cf6',
    v2: '0x541ab7c31a119441ef3575f6973277de0ef460bd',
  },
  'eip155:1868': {
    wrapped,
    router02: '0x7e40db01736f88464e5f4e42394f3d5bbb6705b9',
    v2: '0x273f68c234fa55b550b40e563c4a488e0d334320',
  },
  'eip155:5000': { wrapped: '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8', kyberswap },
  'eip155:8453': { wrapped, router02: '0x2626664c2603336e57b271c5c0b26f421741e481', v2, ...both },
  'eip155:42161': { wrapped: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', router02, v2, ...both },
  // The coin of Celo is a token itself, which has no wrapped form. The router's address is from Uniswap's documentation.
  'eip155:42220': { router02: '0x5615cdab10dc425a742d643d949a7f474c01abc4' },
  'eip155:43114': {
    wrapped: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
    router02: '0xbb00ff08d01d300023c629e8ffffcb65a5a578ce',
    v2,
    ...both,
  },
  'eip155:57073': { wrapped, router02: '0x177778f19e89dd1012bdbe603f144088a95c4b53' },
  'eip155:59144': {
    wrapped: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
    router02: '0x3d4e44eb1374240ce5f1b871ab261cd16335b76a',
    v2: '0x8702463e73f74d0b6765abceb314ef07acb92650',
    ...both,
  },
  'eip155:80094': { wrapped: '0x6969696969696969696969696969696969696969', kyberswap },
  'eip155:81457': {
    wrapped: '0x4300000000000000000000000000000000000004',
    router02: '0x549feb8c9bd4c12ad2ab27022da12492ac452b66',
    v2: '0xbb66eb1c5e875933d44dae661dbd80e5d9b03035',
    kyberswap,
  },
  'eip155:534352': { wrapped: '0x5300000000000000000000000000000000000004', kyberswap },
  'eip155:7777777': { wrapped, router02: '0x7de04c96be5159c3b5ceffc82aa176dc81281557' },
  // Test networks
  'eip155:31337': local,
  'eip155:31338': local,
  'eip155:84532': {
    wrapped,
    router02: '0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4',
    v2: '0x1689e7b1f10000ae47ebfe339a4f69decd19f602',
  },
  'eip155:421614': {
    wrapped: '0x980b62da83eff3d4576c647993b0c1d7faf17c73',
    router02: '0x101f443b4d1b059569d643917553c771e1b9663e',
  },
  'eip155:11155111': {
    wrapped: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
    router02: '0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e',
    v2: '0xee567fe1712faf6149d80da1e6934e354124cfe3',
  },
  'eip155:11155420': { wrapped, router02: '0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4' },
}
