/** The type of the account. As an `eoa` it has no capabilities and executes no batches; its address is the same. */
export type AccountType = 'eoa' | 'smartAccount'

/** Reads a type in one of its two spellings; undefined for anything else. */
export function toAccountType(value: unknown): AccountType | undefined {
  if (value === 'smart_account') return 'smartAccount'
  return value === 'eoa' || value === 'smartAccount' ? value : undefined
}
