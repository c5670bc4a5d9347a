/** A summary as lines to read. */

import type { Summary } from '../journeys/corpus/summary.ts'
import { RIPS } from '../support/rips/oracles.ts'

const PROGRAM_NAMES = { gs: 'Ghostscript', mutool: 'MuPDF' }

export function saySummary(summary: Summary): readonly string[] {
  const { files, bytes, templates, refusals, renders, qpdf, plates, previews, deaths, unjudged } = summary
  const { stages, worst } = summary
  const { press, proof } = renders
  return [
    `${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${templates} templates, refused ${listed(refusals)}`,
    `press files  ${press.made} made, failed ${listed(press.failed)}; proofs ${proof.made} made, failed ${listed(proof.failed)}`,
    `qpdf         ${qpdf.checked} print files checked, ${qpdf.faults} faults, ${qpdf.unsoundAsUploaded} as unsound as uploaded`,
    ...RIPS.map((rip) => {
      const { differingPixels, most, ...outcomes } = plates[rip]
      const by = differingPixels > 0 ? `; ${differingPixels} px, by up to ${most} of 255` : ''
      return `${PROGRAM_NAMES[rip].padEnd(13)}pages ${listed(outcomes)}${by}`
    }),
    `previews     ${previews.drawn} drawn, distance of 255: ${listed(previews.byDistance)}; no engine draws ${previews.undrawable}; failed ${listed(previews.failed)}`,
    `deaths       ${deaths}; not judged to the end ${unjudged}`,
    'seconds      '.concat(
      Object.entries(stages)
        .map(([stage, { seconds, slowest }]) => `${stage} ${seconds} (${slowest.seconds} ${slowest.file})`)
        .join(', '),
    ),
    ...worst.faults.flatMap(({ file, faults }) => faults.map((fault) => `fault        ${file}: ${fault}`)),
    ...worst.previews.map(
      ({ file, page, distance, far, engine }) =>
        `preview      ${file} page ${page}: ${distance.toFixed(1)} from ${engine ?? ''}, ${far.toFixed(1)} % of it far`,
    ),
  ]
}

function listed(counts: Readonly<Record<string, number>>): string {
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  return told.length === 0 ? '0' : told.join(', ')
}
