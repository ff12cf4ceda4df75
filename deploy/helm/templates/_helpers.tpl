{{/* The name of every resource starts with this. Not shortened: two long names could become the same one. */}}
{{- define "pid.fullname" -}}
{{- $name := .Values.fullnameOverride | default (contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name)) -}}
{{- if gt (len $name) 40 -}}
{{- fail (printf "the name %s has more than 40 characters: use a shorter release name or fullnameOverride" $name) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{/* Arguments: the chart's root and a component (node, migrate, audit or registrar). */}}
{{- define "pid.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "pid.labels" -}}
{{ include "pid.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "pid.serviceSecret" -}}
{{- .Values.secrets.service | default (printf "%s-service" (include "pid.fullname" .)) -}}
{{- end -}}

{{/* What all pods have in common. */}}
{{- define "pid.pod" -}}
automountServiceAccountToken: false
# A Service called pid would otherwise set PID_PORT=tcp://… in every pod.
enableServiceLinks: false
# Files of secrets belong to this group.
securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
{{- range $field := list "imagePullSecrets" "nodeSelector" "tolerations" "affinity" }}
{{- with get $.Values $field }}
{{ $field }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The volumes of the pods that run PID. */}}
{{- define "pid.volumes" -}}
{{- with .Values.caBundle }}
{{- if and .configMap .secret }}
{{- fail "caBundle names a configMap and a secret: name one of them" }}
{{- else if .configMap }}
- name: ca-bundle
  configMap: { name: {{ .configMap }} }
{{- else if .secret }}
- name: ca-bundle
  secret: { secretName: {{ .secret }} }
{{- end }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Environment, mounts and privileges of a container that runs PID. `env` has the entries of this container only. */}}
{{- define "pid.container" -}}
{{- $ca := or .root.Values.caBundle.configMap .root.Values.caBundle.secret -}}
image: {{ .root.Values.image }}
{{- if or .env .settings $ca }}
env:
  {{- with .env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- if $ca }}
  - { name: NODE_EXTRA_CA_CERTS, value: /etc/pid/ca/{{ .root.Values.caBundle.key }} }
  {{- end }}
  {{- range $name, $value := .settings }}
  {{- /* toJson, because quote writes 20000000 as 2e+07. */}}
  - { name: {{ $name }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }} }
  {{- end }}
{{- end }}
{{- if or $ca .root.Values.extraVolumeMounts }}
volumeMounts:
  {{- if $ca }}
  - { name: ca-bundle, mountPath: /etc/pid/ca, readOnly: true }
  {{- end }}
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{ include "pid.privileges" . }}
{{- end -}}

{{- define "pid.privileges" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}
