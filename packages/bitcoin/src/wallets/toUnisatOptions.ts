import type { InputToSign } from './BitcoinWallet.ts'

/**
 * Creates the `signPsbt` options of UniSat and OKX. Disables finalizing by the wallet, so that several signers can
 * sign one PSBT.
 */
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
