/** Formats an amount of the smallest unit as a decimal number of whole units: `formatUnits(1_500_000n, 6)` is `1.5`. */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals > 0 && fraction ? `${whole}.${fraction}` : whole
}
