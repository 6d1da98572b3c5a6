import { clearContent } from '../keys/clearContent.ts'
import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import { createWalletMaker, type WalletOwner } from '../signer/createWalletMaker.ts'
import { type ImportProblem, readImport } from './readImport.ts'

/** Creates the operations of the worker that imports a wallet. Only it makes a key of the typed text. */
export function createImportOperations() {
  const maker = createWalletMaker()

  return {
    /** Returns the address of a typed phrase or key, or what is wrong with it. */
    async read({ text }: { text: string }): Promise<{ address: string } | ImportProblem> {
      const read = await readImport(text)
      if ('problem' in read) return read
      const { address, privateKey } = await deriveContentAccount(read.content)
      privateKey.fill(0)
      clearContent(read.content)
      return { address }
    },

    /** Creates a wallet with the typed key. It is pending until it is confirmed. */
    async create({ text, ...owner }: WalletOwner & { text: string }) {
      const read = await readImport(text)
      if ('problem' in read) throw new TypeError('The text is no phrase and no key.')
      return maker.create(read.content, owner)
    },

    prove: maker.prove,
  }
}

export type ImportOperations = ReturnType<typeof createImportOperations>
