/** Pays from the faucet of one network. */
export type FaucetPayer = {
  /** The account that pays; undefined if the network itself does. */
  readonly from: string | undefined
  readonly decimals: number
  readonly symbol: string
  /**
   * Sends coins and returns the transaction's hash.
   *
   * @param parameters.amount base units
   * @param parameters.deadline milliseconds since the epoch
   * @throws {Error} if nothing was sent, or it is not known whether something was.
   */
  pay(parameters: { to: string; amount: bigint; deadline: number }): Promise<string>
}
