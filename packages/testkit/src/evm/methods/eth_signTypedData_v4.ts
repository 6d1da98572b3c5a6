import { isRecord } from '@portico/protocol'
import { hashTypedData, type LocalAccount, type TypedDataDefinition } from 'viem'
import { invalidParams, type Method, readAccount, type WalletContext } from './method.ts'

/** Signs typed data (EIP-712). Parameters: the account; the data as JSON or an object. */
export const eth_signTypedData_v4: Method<{ account: LocalAccount; data: TypedDataDefinition }> = {
  connected: true,
  parse(wallet, params) {
    const [address, value] = Array.isArray(params) ? params : []
    const account = readAccount(wallet, address, 'The first parameter of eth_signTypedData_v4')
    const data = parseTypedData(value)
    assertActiveChain(wallet, data)
    return { account: wallet.state.account(account) as LocalAccount, data }
  },
  consent: true,
  run: (_, { account, data }) => account.signTypedData(data),
}

function parseTypedData(value: unknown): TypedDataDefinition {
  const data = typeof value === 'string' ? parseJson(value) : value
  if (!isRecord(data) || !isRecord(data.types) || !isRecord(data.domain) || !isRecord(data.message)) {
    throw invalidParams('Typed data must contain types, domain, primaryType and message.')
  }
  // Wallets add missing domain types in different ways, which leads to different signatures.
  if (!Array.isArray(data.types.EIP712Domain)) {
    throw invalidParams('Typed data must contain types.EIP712Domain, the fields of its domain.')
  }
  const typedData = data as unknown as TypedDataDefinition
  try {
    hashTypedData(typedData)
  } catch (error) {
    const { shortMessage } = error as { shortMessage?: string }
    throw invalidParams(`Typed data does not match its types: ${shortMessage ?? (error as Error).message}`)
  }
  return typedData
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('Typed data must be an object or a JSON string.')
  }
}

// As in MetaMask: do not sign data for another chain than the active one.
function assertActiveChain({ state }: WalletContext, { domain }: TypedDataDefinition) {
  const chainId: unknown = (domain as { chainId?: unknown }).chainId
  if (chainId === undefined || Number(chainId) === state.chainId) return
  throw invalidParams(
    `Typed data is for chain ${String(chainId)}, but the wallet is on chain ${state.chainId}.`,
  )
}
