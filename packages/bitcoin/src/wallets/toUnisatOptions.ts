import type { InputToSign } from './BitcoinWallet.ts'

/** The options of `signPsbt` as UniSat and OKX take them. Final is made here, so that a PSBT can be signed by several. */
export function toUnisatOptions(inputs: readonly InputToSign[]) {
  return {
    autoFinalized: false,
    toSignInputs: inputs.map(({ index, address, sighashTypes }) => ({
      index,
      address,
      ...(sighashTypes ? { sighashTypes: [...sighashTypes] } : {}),
    })),
  }
}
