/** Seconds, and when the first period starts, in seconds since 1970. */
export type Period = { seconds: number; startsAt: number }

/** An end in seconds since 1970, with its name in the list ("in 1 hour"), which must be short, and as a time. */
export type End = { at: number; label: string; time: string }

/** What a permission allows at most. The visitor may lower it, where the page accepts that, and never raise it. */
export type Limits = {
  amount: {
    label: string
    /** In the smallest units. */
    most: string
    /** 0 for a number of calls. */
    decimals: number
    symbol: string
    isFixed: boolean
  }
  until: {
    label: string
    /** The ends to choose from, first the one that was asked for, which is the last; only that one if it is fixed. */
    choices: End[]
  }
  /** If the amount is for each period: the period and its name, "each day". */
  period?: (Period & { label: string }) | undefined
  /** In US dollars for a whole token. */
  price?: number | undefined
}

/** The limits as the visitor chose them. */
export type ChosenLimits = { amount: string; until: number }
