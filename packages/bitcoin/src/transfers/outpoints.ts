/** The outputs that a transaction spends. */
export type Outpoint = { txid: string; vout: number }

/** More are not kept: a replacement usually spends the same ones. */
const most = 20

/** Writes outpoints as text, such as `ab…:0,cd…:1`, to tell later whether another transaction has spent them. */
export const formatOutpoints = (outpoints: readonly Outpoint[]): string =>
  outpoints
    .slice(0, most)
    .map(({ txid, vout }) => `${txid}:${vout}`)
    .join()

/** Reads what `formatOutpoints` has written; leaves out what is malformed. */
export const parseOutpoints = (text: string): Outpoint[] =>
  text.split(',').flatMap((each) => {
    const [, txid, vout] = /^([0-9a-f]{64}):(\d{1,10})$/.exec(each) ?? []
    return txid === undefined ? [] : [{ txid, vout: Number(vout) }]
  })
