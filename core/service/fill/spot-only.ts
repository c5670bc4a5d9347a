/** Images in colour have no place on a job that prints in spot inks alone. */
import type { Plan } from '../../engine/press/plan.ts'
import { hasColors, type PlaceablePicture } from '../../engine/scene/picture.ts'
import type { SceneField } from '../../engine/scene/scene.ts'

/** Decision: only `one_color` of the field brings it onto the ink; nobody turns a customer's photo gray unasked. */
export function addsProcessPlates(
  { spotOnly }: Pick<Plan, 'spotOnly'>,
  { oneColor }: Pick<SceneField, 'oneColor'>,
  picture: Pick<PlaceablePicture, 'colorKind'>,
): boolean {
  return spotOnly === true && oneColor !== true && hasColors(picture)
}
