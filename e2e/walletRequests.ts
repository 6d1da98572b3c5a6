import { devnetManifest } from '@portico/devnet/manifest'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, numberToHex, stringToHex } from 'viem'
import { createSolTransfer } from '../apps/demo/src/kit/requests/createSolTransfer.ts'

/** A request to the embedded wallet. */
export interface WalletRequest {
  name: string
  /** ID of its heading. */
  heading: 'signature' | 'transaction' | 'permission'
  method: string
  params: unknown
  namespace?: 'solana'
}

const [localOne] = devnetManifest.chains
const chainId = numberToHex(localOne.chainId)
const [dollar] = localOne.tokens
const [first, second] = [devnetManifest.accounts[2], devnetManifest.accounts[3]].map(
  (account) => account?.address,
)

/** Returns a request of each kind; the last three are approved in the wallet window. */
export function walletRequests({
  account,
  host,
  solana,
}: {
  account: Hex
  host: string
  solana: { account: string; blockhash: string }
}): WalletRequest[] {
  const now = Math.floor(Date.now() / 1000)
  const signIn = [
    `${host} wants you to sign in with your Ethereum account:`,
    account,
    '',
    'Log in to the demo.',
    '',
    `URI: http://${host}`,
    'Version: 1',
    `Chain ID: ${localOne.chainId}`,
    'Nonce: 12345678abc',
    `Issued At: ${new Date(now * 1000).toISOString()}`,
  ].join('\n')
  const signature = (name: string, text: string) => ({
    ...{ name, heading: 'signature' as const, method: 'personal_sign' },
    params: [stringToHex(text), account],
  })
  const transaction = (name: string, values: object) => ({
    ...{ name, heading: 'transaction' as const, method: 'eth_sendTransaction' },
    params: [{ from: account, ...values }],
  })
  const typedData = (
    name: string,
    data: { types: object; primaryType: string; domain: object; message: object },
  ) => ({
    ...{ name, heading: 'signature' as const, method: 'eth_signTypedData_v4' },
    params: [account, JSON.stringify(data)],
  })
  const types = (fields: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([struct, members]) => [
        struct,
        Object.entries(members).map(([name, type]) => ({ name, type })),
      ]),
    )
  const domainType = { name: 'string', version: 'string', chainId: 'uint256' }

  return [
    signature('a message', 'Hello from the Portico demo.'),
    signature('a sign-in', signIn),
    transaction('coins', { to: first, value: numberToHex(10n ** 16n) }),
    {
      ...{ name: 'several calls', heading: 'transaction', method: 'wallet_sendCalls' },
      params: [
        {
          ...{ version: '2.0.0', chainId, from: account, atomicRequired: true },
          calls: [first, second].map((to) => ({ to, value: numberToHex(10n ** 15n) })),
        },
      ],
    },
    {
      ...{ name: 'a Solana transfer', heading: 'transaction', method: 'signAndSendTransaction' },
      namespace: 'solana',
      params: [
        ...createSolTransfer({
          from: solana.account,
          to: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
          lamports: 10_000_000n,
          blockhash: solana.blockhash,
        }),
      ],
    },
    typedData('unknown typed data', {
      types: types({ EIP712Domain: domainType, Greeting: { to: 'address', words: 'string' } }),
      primaryType: 'Greeting',
      domain: { name: 'Portico Demo', version: '1', chainId: localOne.chainId },
      message: { to: first, words: 'Hello from the Portico demo.' },
    }),
    transaction('a permission without a limit', {
      to: dollar?.address,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [localOne.contracts.exchange, maxUint256],
      }),
    }),
    typedData('a Permit', {
      types: types({
        EIP712Domain: { ...domainType, verifyingContract: 'address' },
        Permit: {
          owner: 'address',
          spender: 'address',
          value: 'uint256',
          nonce: 'uint256',
          deadline: 'uint256',
        },
      }),
      primaryType: 'Permit',
      domain: {
        ...{ name: 'Dev USD', version: '1', chainId: localOne.chainId },
        verifyingContract: dollar?.address,
      },
      message: {
        owner: account,
        spender: localOne.contracts.exchange,
        value: '250000000',
        nonce: '0',
        deadline: `${now + 3600}`,
      },
    }),
    {
      ...{ name: 'a permission', heading: 'permission', method: 'wallet_requestExecutionPermissions' },
      params: [
        {
          chainId,
          to: first,
          permission: {
            type: 'native-token-transfer',
            isAdjustmentAllowed: true,
            data: { allowance: numberToHex(10n ** 15n), justification: 'Small payments' },
          },
          rules: [{ type: 'expiry', data: { timestamp: now + 86_400 } }],
        },
      ],
    },
  ]
}
