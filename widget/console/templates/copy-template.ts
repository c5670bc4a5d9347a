/** Copies a template and says so. */
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { toast } from '../parts/toast.tsx'
import { navigate } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { faultText } from './trouble.ts'
import type { TemplateWire } from './wire.ts'

/** Answers a function whose result is the copy, or null where it was refused, which is said. */
export function useCopyTemplate(): (id: string) => Promise<TemplateWire | null> {
  const words = useWords('templates')
  const shared = useWords('shared')
  return async (id) => {
    try {
      const { template } = await api.post<{ template: TemplateWire }>(`/v1/templates/${id}/copy`, {})
      const open = { label: words.copy.open, run: () => navigate(`/console/templates/${template.id}`) }
      toast(phrase(words.copy.done, { title: template.title }), 'good', open)
      return template
    } catch (thrown) {
      toast(faultText(words, shared, asApiError(thrown)), 'bad')
      return null
    }
  }
}
