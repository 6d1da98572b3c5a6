/** How much harm a yes can do: decides where and how it may be said. */
export type Risk = 'low' | 'medium' | 'high'

/** What is unusual about a request. A `danger` makes it high risk. */
export type Warning = { level: 'note' | 'danger'; text: string }

/** One line of what is asked. `address` is drawn whole, `claim` is what somebody says of himself. */
export type Fact = { label: string; value: string; kind?: 'address' | 'in' | 'out' | 'claim' | undefined }

/** A branch of something nested: typed data, or a call with the calls inside it. */
export type TreeNode = {
  label: string
  type?: string | undefined
  value?: string | undefined
  children?: TreeNode[] | undefined
}

/**
 * Everything the visitor is shown of a request, as plain data: it is drawn in the frame or sent to the wallet window.
 * Texts in it may come from anywhere and are drawn by `drawText`, never as markup.
 */
export type Description = {
  name: 'connect' | 'signature' | 'transaction'
  /** What it is, in a few words: "Send 120 DUSD". */
  title: string
  /** What changes and what it costs; the first lines are the ones that count. */
  facts: Fact[]
  /** The text that is signed, if it is one. */
  text?: string | undefined
  /** What is signed or called, in its own structure. */
  tree?: TreeNode[] | undefined
  /** What few need: nonce, gas, contract. */
  details: Fact[]
  /** The bytes or the JSON as it came. */
  raw: string
  warnings: Warning[]
  risk: Risk
}
