import type { ComponentProps } from 'react'

/** A table in a region that scrolls sideways on a phone, also with the keyboard. */
export const ScrollingTable = (props: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <div className="rp-table-scroll-container rp-scrollbar" tabIndex={0}>
    <table {...props} />
  </div>
)
