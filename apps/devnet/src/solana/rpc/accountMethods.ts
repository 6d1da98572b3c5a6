import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import type { LedgerAccount } from '../ledger/LedgerAccount.ts'
import { readMint, readTokenAccount, tokenPrograms } from '../parse/readTokenAccount.ts'
import { toTokenAmount } from '../parse/toTokenAmount.ts'
import { type AccountEncoding, type EncodedAccount, encodeAccount } from './encodeAccount.ts'
import {
  accountConfigSchema,
  addressSchema,
  configFields,
  configSchema,
  dataSliceSchema,
  encodingSchema,
  parseParameters,
  slotSchema,
} from './parseParameters.ts'
import { filterSchema, passesFilter } from './passesFilter.ts'

/** Maximum number of filters, as in other nodes. */
const maxFilters = 4

const programConfigSchema = z
  .object({
    ...configFields,
    encoding: encodingSchema,
    dataSlice: dataSliceSchema,
    filters: z.array(filterSchema).max(maxFilters).nullish(),
    withContext: z.boolean().nullish(),
  })
  .nullish()

const tokenFilterSchema = z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })])

/** Returns the methods that read accounts. Every commitment returns the newest state, because no other is kept. */
export function accountMethods(ledger: Ledger): JsonRpcMethods {
  const { clock } = ledger
  const inContext = (
    value: unknown,
    config?: { minContextSlot?: number | null | undefined } | null,
  ): object => {
    const slot = clock.slot()
    if (config?.minContextSlot && config.minContextSlot > slot)
      throw new JsonRpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
    return { context: { apiVersion: '3.0.0', slot }, value }
  }
  const mintData = (address: string): Uint8Array | undefined => ledger.account(address)?.data
  const encode = (account: LedgerAccount, encoding: AccountEncoding | null | undefined): EncodedAccount =>
    encodeAccount(account, encoding ?? {}, { mint: mintData })
  const read = (address: string, encoding: AccountEncoding | null | undefined): EncodedAccount | null => {
    const account = ledger.account(address)
    return account ? encode(account, encoding) : null
  }
  const findMint = (address: string) => {
    const account = ledger.account(address)
    const mint = account && tokenPrograms.includes(account.owner) ? readMint(account.data) : undefined
    if (!mint) throw new JsonRpcError(-32602, 'Invalid param: could not find mint')
    return mint
  }
  const tokenAccounts = (isWanted: (token: NonNullable<ReturnType<typeof readTokenAccount>>) => boolean) =>
    tokenPrograms.flatMap((program) =>
      ledger.programAccounts(program).flatMap((account) => {
        const token = readTokenAccount(account.data)
        return token && isWanted(token) ? [{ account, token }] : []
      }),
    )

  return {
    getAccountInfo(params) {
      const [address, config] = parseParameters([addressSchema, accountConfigSchema], params)
      return inContext(read(address, config), config)
    },
    getBalance(params) {
      const [address, config] = parseParameters([addressSchema, configSchema], params)
      return inContext(ledger.account(address)?.lamports ?? 0n, config)
    },
    getMultipleAccounts(params) {
      const [addresses, config] = parseParameters(
        [z.array(addressSchema).max(100), accountConfigSchema],
        params,
      )
      return inContext(
        addresses.map((address) => read(address, config)),
        config,
      )
    },
    getProgramAccounts(params) {
      const [program, config] = parseParameters([addressSchema, programConfigSchema], params)
      const value = ledger
        .programAccounts(program)
        .filter((account) => (config?.filters ?? []).every((filter) => passesFilter(account, filter)))
        .map((account) => ({ pubkey: account.address, account: encode(account, config) }))
      return config?.withContext ? inContext(value, config) : value
    },
    getTokenAccountsByOwner(params) {
      const [owner, filter, config] = parseParameters(
        [addressSchema, tokenFilterSchema, accountConfigSchema],
        params,
      )
      if ('mint' in filter) findMint(filter.mint)
      else if (!tokenPrograms.includes(filter.programId))
        throw new JsonRpcError(-32602, 'Invalid param: unrecognized Token program id')
      const value = tokenAccounts((token) => token.owner === owner)
        .filter(({ account, token }) =>
          'mint' in filter ? token.mint === filter.mint : account.owner === filter.programId,
        )
        .map(({ account }) => ({ pubkey: account.address, account: encode(account, config) }))
      return inContext(value, config)
    },
    getTokenAccountBalance(params) {
      const [address, config] = parseParameters([addressSchema, configSchema], params)
      const account = ledger.account(address)
      if (!account) throw new JsonRpcError(-32602, 'Invalid param: could not find account')
      const token = tokenPrograms.includes(account.owner) ? readTokenAccount(account.data) : undefined
      if (!token) throw new JsonRpcError(-32602, 'Invalid param: not a Token account')
      return inContext(toTokenAmount(token.amount, findMint(token.mint).decimals), config)
    },
    getTokenSupply(params) {
      const [address, config] = parseParameters([addressSchema, configSchema], params)
      const { supply, decimals } = findMint(address)
      return inContext(toTokenAmount(supply, decimals), config)
    },
    getTokenLargestAccounts(params) {
      const [address, config] = parseParameters([addressSchema, configSchema], params)
      const { decimals } = findMint(address)
      const value = tokenAccounts(({ mint }) => mint === address)
        .sort((one, other) => (one.token.amount < other.token.amount ? 1 : -1))
        .slice(0, 20)
        .map(({ account, token }) => ({ address: account.address, ...toTokenAmount(token.amount, decimals) }))
      return inContext(value, config)
    },
    getMinimumBalanceForRentExemption(params) {
      const [bytes] = parseParameters([slotSchema.max(10_485_760)], params)
      return ledger.rentExemption(bytes)
    },
  }
}
