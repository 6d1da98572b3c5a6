/** Formats US dollars: "$1,521", "$4.20". */
export function formatDollars(dollars: number): string {
  return `$${dollars.toLocaleString('en', { maximumFractionDigits: dollars < 10 ? 2 : 0 })}`
}
