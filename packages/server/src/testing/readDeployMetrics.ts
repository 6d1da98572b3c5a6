import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const deploy = join(import.meta.dirname, '../../../../deploy')
const files = ['grafana-dashboard.json', 'prometheus-alerts.yaml']

/**
 * Returns the metrics that the dashboard and the alert rules of `deploy` name with one of these prefixes, such as `gateway_`: as the
 * server names them, without the suffixes of the series of histograms.
 */
export function readDeployMetrics(prefixes: readonly string[]): string[] {
  const name = new RegExp(`\\b(?:${prefixes.join('|')})[a-z0-9_]+`, 'g')
  const names = files.flatMap((file) => {
    const expressions = readFileSync(join(deploy, file), 'utf8').match(/"?expr"?: .*/g) ?? []
    return expressions.flatMap((expression) => expression.match(name) ?? [])
  })
  return [...new Set(names.map((one) => one.replace(/(?<=_seconds)_(bucket|count|sum)$/, '')))].sort()
}
