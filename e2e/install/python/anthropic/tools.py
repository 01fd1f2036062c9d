from abc import ABC, abstractmethod


class ToolError(Exception):
    pass


class BetaAbstractMemoryTool(ABC):
    @abstractmethod
    def view(self, command): ...
    @abstractmethod
    def create(self, command): ...
    @abstractmethod
    def str_replace(self, command): ...
    @abstractmethod
    def insert(self, command): ...
    @abstractmethod
    def delete(self, command): ...
    @abstractmethod
    def rename(self, command): ...
