import { text } from '../../i18n'
import { parameterOf, type Parameter } from '../../model/scene'
import { arrange, ITERATIONS } from '../../model/settings'
import { setupOf } from '../../model/setup'
import { SceneCards } from '../common/scene_cards'
import { useScenes } from '../common/use_scenes'
import { ParameterControl } from './parameter_control'
import { useConductor } from './room_context'
import { Section } from './section'

export function SolverSection() {
  const { room } = useConductor()
  const iterations = room.state && parameterOf(room.state.scene, ITERATIONS)
  if (!iterations) return null
  return (
    <Section title={text.solver.title} right="iterations">
      <ParameterControl parameter={iterations} />
      <p class="note">{text.solver.iterationsHint}</p>
    </Section>
  )
}

export function SceneSection() {
  const { room, session } = useConductor()
  // Without the list the present scene remains; the rest of the page works.
  const { scenes } = useScenes()
  const present = room.state?.scene
  return (
    <Section title={text.scene.title} right="scene">
      <SceneCards
        scenes={scenes ?? []}
        present={present && { name: present.name, setup: setupOf(present.parameters) }}
        small
        action={text.scene.start}
        onStart={(scene, parameters) => session.command({ type: 'scene', scene, parameters })}
      />
    </Section>
  )
}

export function SettingsSection() {
  const { room } = useConductor()
  if (room.state === null) return null
  const { scene } = room.state
  const { first, own, groups } = arrange(scene.parameters)
  return (
    <Section title={text.settings.title} right="parameters">
      <ParameterList parameters={first} />
      {own.length > 0 && (
        <>
          <h2 class="part">{scene.title}</h2>
          <ParameterList parameters={own} />
        </>
      )}
      {groups.map(({ name, parameters }) => (
        <details key={name} class="part">
          <summary>{text.settings.groups[name]}</summary>
          <ParameterList parameters={parameters} />
        </details>
      ))}
    </Section>
  )
}

/** Controls, those last that build the world anew. */
function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  const controls = (live: boolean) =>
    parameters
      .filter((parameter) => parameter.live === live)
      .map((parameter) => <ParameterControl key={parameter.name} parameter={parameter} />)
  const rebuilding = controls(false)
  return (
    <>
      {controls(true)}
      {rebuilding.length > 0 && <p class="note rebuilds">{text.settings.rebuilds}</p>}
      {rebuilding}
    </>
  )
}
