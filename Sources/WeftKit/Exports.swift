// What a program that embeds the engine sees with one import.
@_exported public import DisplayText
@_exported public import ExternalProcess
@_exported public import HTTPCache
@_exported public import JSONDocument
@_exported public import MarkupDocument
@_exported public import Probing
@_exported public import Processes
@_exported public import Recordings
@_exported public import URIs
@_exported public import WeftConfig
@_exported public import WeftHTTP
@_exported public import WeftMerge
@_exported public import WeftModel
@_exported public import WeftPaging
@_exported public import WeftSources
