import type { ThemeVariables } from './theme.ts'

/** Name of a theme variable without its prefix. */
export type Variable = keyof ThemeVariables extends `--${string}-${infer Name}` ? Name : never

/** Returns a theme variable, whether it is set with the `--apkt-` or the `--w3m-` prefix. */
export function getVariable(variables: ThemeVariables, name: Variable): string | number | undefined {
  return (
    variables[`--apkt-${name}` as keyof ThemeVariables] ?? variables[`--w3m-${name}` as keyof ThemeVariables]
  )
}
