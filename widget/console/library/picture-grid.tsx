/** Images in a grid, each a button. */
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { type List, useList } from '../resources.ts'
import { useWords } from '../words.ts'
import type { AssetWire } from './library.ts'

const PAGE_SIZE = 48

/** A null tag is all of them. */
export function usePictures(tag: string | null, archived: boolean): List<AssetWire> {
  return useList<AssetWire>('/v1/assets', { limit: PAGE_SIZE, tag, archived: archived ? true : null })
}

export interface PictureGridProps {
  readonly list: List<AssetWire>
  readonly label: string
  /** What pressing one does, such as `Edit`; said before its name. */
  readonly verb: string
  onOpen(asset: AssetWire): void
}

export function PictureGrid({ list, label, verb, onOpen }: PictureGridProps) {
  const shared = useWords('shared')
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {list.items.length === 0 ? null : (
        <ul class="picture-grid" aria-label={label}>
          {list.items.map((asset) => (
            <li key={asset.id}>
              <button type="button" class="picture-card" onClick={() => onOpen(asset)}>
                <img
                  src={asset.thumbnail_url}
                  alt=""
                  width={asset.width}
                  height={asset.height}
                  loading="lazy"
                />
                <span>
                  <span class="spoken">{verb} </span>
                  <bdi class="picture-name">{asset.name}</bdi>
                </span>
                <span class="hint">{asset.tags.join(', ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.hasMore ? (
        <div class="table-more">
          <Button busy={list.loadingMore} onClick={list.more}>
            {shared.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
