import type { ThemeVariables } from './theme.ts'

/** A theme variable without its prefix. */
export type Variable = keyof ThemeVariables extends `--${string}-${infer Name}` ? Name : never

/** A theme variable under either of its names. */
export function getVariable(variables: ThemeVariables, name: Variable): string | number | undefined {
  return (
    variables[`--apkt-${name}` as keyof ThemeVariables] ?? variables[`--w3m-${name}` as keyof ThemeVariables]
  )
}
