import { hashTypedData, type LocalAccount, type TypedDataDefinition } from 'viem'
import { invalidParams, isRecord, type Method, readAccount, type WalletContext } from './method.ts'

/** Signs typed data (EIP-712). Parameters: the account, the data as JSON text or object. */
export const eth_signTypedData_v4: Method<{ account: LocalAccount; data: TypedDataDefinition }> = {
  connected: true,
  parse(wallet, params) {
    const [address, value] = Array.isArray(params) ? params : []
    const account = readAccount(wallet, address, 'The first parameter of eth_signTypedData_v4')
    const data = readTypedData(value)
    assertActiveChain(wallet, data)
    return { account: wallet.state.account(account) as LocalAccount, data }
  },
  consent: true,
  run: (_, { account, data }) => account.signTypedData(data),
}

function readTypedData(value: unknown): TypedDataDefinition {
  const data = typeof value === 'string' ? parseJson(value) : value
  if (!isRecord(data) || !isRecord(data.types) || !isRecord(data.domain) || !isRecord(data.message)) {
    throw invalidParams('Typed data must hold types, domain, primaryType and message.')
  }
  // Wallets fill this gap in different ways, and so sign different things.
  if (!Array.isArray(data.types.EIP712Domain)) {
    throw invalidParams('Typed data must hold types.EIP712Domain, the fields of its domain.')
  }
  const typedData = data as unknown as TypedDataDefinition
  try {
    hashTypedData(typedData)
  } catch (error) {
    const { shortMessage } = error as { shortMessage?: string }
    throw invalidParams(`Typed data does not fit its types: ${shortMessage ?? (error as Error).message}`)
  }
  return typedData
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('Typed data must be an object or JSON text.')
  }
}

// As MetaMask does: data for one chain must not be signed while the person looks at another.
function assertActiveChain({ state }: WalletContext, { domain }: TypedDataDefinition) {
  const chainId: unknown = (domain as { chainId?: unknown }).chainId
  if (chainId === undefined || Number(chainId) === state.chainId) return
  throw invalidParams(
    `Typed data is for chain ${String(chainId)}, but the wallet is on chain ${state.chainId}.`,
  )
}
