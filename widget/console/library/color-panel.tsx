/** The colour of a shop: its brand colours, and the output profiles of its presses. */
import { BrandColors } from './brand-colors.tsx'
import { OutputProfiles } from './output-profiles.tsx'

export function ColorPanel({ writes }: { readonly writes: boolean }) {
  return (
    <div class="stack library-parts">
      <BrandColors writes={writes} />
      <OutputProfiles writes={writes} />
    </div>
  )
}
