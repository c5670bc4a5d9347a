/** Checks the inks and papers that a scene offers to customers, before they are saved. */
import { reservedInkName, twinInkNames } from '../ink/ink-names.ts'
import { mixFault, mixOf } from '../ink/process-mix.ts'
import { allowsRgb, type Scene } from './scene.ts'

type Report = (param: string, message: string) => void

/**
 * Decision: an offer never bears the name of another ink of the scene, for both would be one plate. Two inks may offer
 * the same one; who has chosen it for one of them cannot have it for the other (`invalid_colors`). What is offered is
 * what the widget shows; a shop's own editor may send any palette, as it always could.
 */
export function checkOffers(scene: Scene, report: Report): void {
  const { inks, papers = [] } = scene
  const rgb = allowsRgb(scene)
  for (const [at, { name, binding, offers = [] }] of inks.entries()) {
    for (const [index, offer] of offers.entries()) {
      const reserved = reservedInkName(offer.name)
      if (reserved !== null) report(`inks[${at}].offers[${index}].name`, reserved)
      const fault = mixFault(offer, rgb)
      if (fault !== null) report(`inks[${at}].offers[${index}].${fault.member}`, fault.message)
      if (mixOf(offer) !== null && binding?.length)
        report(
          `inks[${at}].offers[${index}]`,
          'A plate of the artwork cannot print as a process mix. Offer separations only, or remove the binding.',
        )
    }
    const twins = twinInkNames([name, ...offers.map((offer) => offer.name)])
    if (twins !== null) report(`inks[${at}].offers`, `${twins[0]} and ${twins[1]} are the same plate.`)
    reportTwins(offers, `inks[${at}].offers`, report)
    for (const other of inks.filter((one) => one.name !== name)) {
      const taken = twinInkNames([other.name, ...offers.map((offer) => offer.name)])
      if (taken?.[0] === other.name)
        report(
          `inks[${at}].offers`,
          `${taken[1]} cannot be offered because ${other.name} is already an ink of the scene.`,
        )
    }
  }
  reportTwins(papers, 'papers', report)
}

function reportTwins(list: readonly { readonly key: string }[], param: string, report: Report): void {
  if (new Set(list.map(({ key }) => key)).size !== list.length) report(param, 'The keys must be unique.')
}
