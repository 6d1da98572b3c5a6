import { readPayee } from '../blocks/readPayee.ts'

/** A call that an account has signed: that of its transaction, or one of a batch. Addresses in lower case. */
export type SignedCall = {
  /** Null: a contract is created. */
  to: string | null
  /** Wei. */
  value: string
  /** First four bytes of the data, or `0x`. */
  selector: string
  /** The recipient that the data of a transfer of tokens names; empty if it names none. */
  payee: string
}

/** Returns a call by its data. */
export function toSignedCall({ to, value, data }: { to: string; value: bigint; data: string }): SignedCall {
  return {
    to: to.toLowerCase(),
    value: value.toString(),
    selector: data.slice(0, 10).toLowerCase(),
    payee: readPayee(data),
  }
}
