import type { Limits } from './Limits.ts'

/**
 * How much harm an approval can do. Decides where and how a request can be approved: `low` is sign-in and the like, `medium` can
 * cost no more than the operator's limits, and everything else is `high`.
 */
export type Risk = 'low' | 'medium' | 'high'

/** What is unusual about a request. A `danger` makes it high risk. */
export type Warning = { level: 'note' | 'danger'; text: string }

/** One line of a description. An `address` is drawn in full; a `claim` was made by the page or a contract and is not verified. */
export type Fact = { label: string; value: string; kind?: 'address' | 'in' | 'out' | 'claim' | undefined }

/** A node of nested data: typed data, or a call with its inner calls. */
export type TreeNode = {
  label: string
  type?: string | undefined
  value?: string | undefined
  children?: TreeNode[] | undefined
}

/**
 * Everything that is shown of a request, as plain data: drawn in the frame, or sent to the wallet window. Its texts are
 * untrusted and are drawn with `drawText`, never as markup.
 */
export type Description = {
  name: 'connect' | 'sign-in' | 'signature' | 'transaction' | 'permission'
  /** What the request does, in a few words: "Send 120 DUSD". */
  title: string
  /** What changes and what it costs, the most important lines first. */
  facts: Fact[]
  /** What a permission allows at most, which the visitor may lower. It is shown in the wallet window only. */
  limits?: Limits | undefined
  /** The ways to pay the fee that the visitor can choose from, at least two, the preferred one first; `facts` have no fee then. */
  payments?: { label: string; value: string }[] | undefined
  /** The part of the text to sign that the visitor reads, if the request signs text: all of it that is not in `facts`. */
  text?: string | undefined
  /** The whole text to sign, if `facts` and `text` express its meaning without it. */
  fullText?: string | undefined
  /** The data to sign or the call to make, as a tree. */
  tree?: TreeNode[] | undefined
  /** Details that few need: nonce, gas, contract. */
  details: Fact[]
  /** The bytes or the JSON as the page sent them. */
  raw: string
  warnings: Warning[]
  /** Why it would fail now, as a sentence, if the simulation says so. Reject is then the main button. */
  failure?: string | undefined
  risk: Risk
  /** It is valid on a test network only, where nothing has real value. */
  isTest?: boolean | undefined
  /** What can be lost, if it is not the visitor's money: nothing that is known, or what a Safe holds. */
  stake?: 'none' | 'safe' | undefined
}
